/** The shapes that the server sends and takes, whatever the title. */
export type * from './generated'
