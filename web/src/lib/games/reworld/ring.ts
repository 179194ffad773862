/** The ring of 20 slots as it lies on the screen: two rows of ten whose ends touch. */
const ORDER: readonly number[] = [...Array.from({ length: 10 }, (_, i) => i), ...Array.from({ length: 10 }, (_, i) => 19 - i)]

/** The slots before and after a slot, going round. */
export function neighbours(port: number): [number, number] {
  const at = ORDER.indexOf(port)
  return [ORDER[(at + 19) % 20] ?? 0, ORDER[(at + 1) % 20] ?? 0]
}

/** The next port in the same row, or round the end into the other. */
export function along(port: number, step: number): number {
  const forward = port < 10 ? step : -step
  return ORDER[(ORDER.indexOf(port) + forward + 20) % 20] ?? 0
}

/** The port that faces this one. */
export const across = (port: number): number => (port + 10) % 20

/** Where a port lies on a ring along the edge of a board of so many columns, from 1: twenty places have twelve columns and rows together. */
export function onEdge(port: number, columns: number): { column: number; row: number } {
  const rows = 12 - columns
  const at = ORDER.indexOf(port)
  const [right, lower, left] = [columns, columns + rows - 1, 2 * columns + rows - 2]
  if (at < right) return { column: at + 1, row: 1 }
  if (at < lower) return { column: columns, row: at - right + 2 }
  if (at < left) return { column: columns - 1 - (at - lower), row: rows }
  return { column: 1, row: rows - 1 - (at - left) }
}
