/** Stands where no case is left; a new case without an answer does not compile. */
export function never(left: never): never {
  throw new Error(`no control for ${JSON.stringify(left)}`)
}
