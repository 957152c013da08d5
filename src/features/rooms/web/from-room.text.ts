/** The texts about what remains of a room in English. */
export const fromRoomText = {
  title: "From the room",
  description: "The board, the files, the polls and the chat of this class, for those who were part of it.",
  whiteboard: "Whiteboard",
  page: (page: number) => `Page ${page}`,
  pictureOf: (page: number, title: string) => `Page ${page} of the whiteboard of ${title}`,
  open: (page: number) => `Open page ${page} in full`,
  files: "Files",
  polls: "Polls",
  chosen: "Your choice",
  notShown: "The results were not shown to students.",
  nobody: "Nobody voted.",
  chat: "Chat",
  chatNote: "Private messages are seen by you and the instructor alone.",
  earlier: "Earlier messages",
  latest: "Latest messages",
}
