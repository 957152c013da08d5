/** The data channel's topic of board changes. Apart from the schemas, which stay out of the browser. */
export const BOARD_TOPIC = "kaksha.board"
