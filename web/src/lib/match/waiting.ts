/** Days for a choice, the most that the server gives: whoever plays alone keeps nobody waiting. */
export const LONGEST_DAYS = 30
