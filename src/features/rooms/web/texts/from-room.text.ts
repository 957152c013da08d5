/** The texts about what remains of a room, in English. */
export const fromRoomText = {
  title: "Shared in class",
  description: (title: string) => `Whiteboard, slides, files, polls and chat of ${title}`,
  whiteboard: "Whiteboard",
  page: (page: number) => `Page ${page}`,
  pictureOf: (page: number, title: string) => `Page ${page} of the whiteboard of ${title}`,
  open: (page: number) => `Open page ${page} in full`,
  slides: "Slides",
  files: "Files",
  polls: "Polls",
  chosen: "Your choice",
  notShown: "The results were not shown to students.",
  nobody: "Nobody voted.",
  chat: "Chat",
  chatNote: "Only that student and the instructor can read private messages.",
  earlier: "Earlier messages",
  latest: "Latest messages",
}
