/** A number of points, with a true minus. */
export const plain = (points: number): string => (points < 0 ? `−${-points}` : String(points))

/** Points that are won or lost, with their sign. */
export const signed = (points: number): string => (points < 0 ? plain(points) : `+${points}`)
