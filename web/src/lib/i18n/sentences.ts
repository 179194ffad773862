const ENDS = /[.!?…:;]$/

/** A sentence with a full stop, unless it has an end of its own. */
export const sentence = (words: string): string => (ENDS.test(words) ? words : `${words}.`)

/** Parts as sentences one after the other, as they are read out; none ends twice. */
export const inSentences = (parts: readonly string[]): string =>
  parts.map((part, i) => (i === parts.length - 1 ? part : sentence(part))).join(' ')
