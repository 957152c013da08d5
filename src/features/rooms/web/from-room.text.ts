/** The texts about what remains of a room in English. */
export const fromRoomText = {
  title: "From the room",
  description: (title: string) => `What stays of ${title} for those who were part of it`,
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
  chatNote: "What is marked as private, that student and the instructor alone can read.",
  earlier: "Earlier messages",
  latest: "Latest messages",
}
