import type { WhiteboardItem } from "#contract/rooms/room-whiteboard.ts"
import type { Ink } from "#contract/rooms/whiteboard-page.ts"
import type { Said } from "../whiteboard/selection/selection-view.ts"
import type { Tool } from "../whiteboard/whiteboard-tool.ts"

/** The texts of the whiteboard in English. */
export const whiteboardText = {
  name: "Whiteboard",
  open: "Open the whiteboard",
  close: "Close the whiteboard",
  label: (page: number, pages: number) => `Whiteboard, page ${page} of ${pages}`,
  help: "Arrow keys move the pen. Enter puts it down or lifts it. Delete erases what's under it. Escape cancels. Keys 0 to 9 and L choose a tool.",
  selectHelp:
    "Tab goes from item to item. Enter selects, Shift and Enter adds. Arrow keys move what's selected, with Shift they resize it. Delete erases it. Keys 0 to 9 and L choose a tool.",
  watchOnly: "Only the instructor can draw",
  draw: "Draw",
  drawOnIt: "Draw on it",
  screenOf: (name: string) => `${name}'s screen`,
  ownScreen: "Your screen",
  drawOn: (screen: string) => `Draw on the shared screen: ${screen}`,
  drawingOn: (screen: string) => `Drawing on the shared screen: ${screen}`,
  drawnOn: (screen: string, count: number) =>
    count === 1
      ? `1 drawing on the shared screen: ${screen}`
      : `${count} drawings on the shared screen: ${screen}`,
  stopDrawing: "Stop drawing",
  mirrors: "It shows this window, too. Share one window or tab to draw without that.",
  loading: "Opening the whiteboard…",
  failed: "Couldn't open the whiteboard. Trying again…",
  tools: {
    select: "Select",
    pen: "Pen",
    marker: "Marker",
    eraser: "Eraser",
    text: "Text",
    line: "Line",
    arrow: "Arrow",
    rect: "Rectangle",
    ellipse: "Ellipse",
    laser: "Laser pointer",
    hand: "Move the page",
  } satisfies Record<Tool, string>,
  toolbar: "Drawing tools",
  inkbar: "Colour and width",
  inks: {
    ink: "Dark",
    red: "Red",
    amber: "Amber",
    green: "Green",
    blue: "Blue",
    violet: "Violet",
  } satisfies Record<Ink, string>,
  colors: "Colour",
  sizes: ["Fine", "Medium", "Broad"],
  widths: "Width",
  formula: "Formula",
  addPicture: "Add a picture",
  picturesSent: "Pictures being added",
  sendingPicture: (name: string, percent: number) => `Sending ${name}: ${percent}%`,
  drawingPicture: (name: string) => `Preparing ${name}…`,
  pictureUnsent:
    "We couldn't be reached, so the picture isn't on the board yet. Check your connection, then try again.",
  tooManyPictures: "You've sent many pictures in a short time.",
  sendAgain: "Try again",
  stopSending: "Stop sending",
  dismiss: "Dismiss",
  dropPictures: "Drop pictures here to add them to the page",
  picture: "Picture",
  pictureBy: (name: string | null): string => (name ? `Picture by ${name}` : "Picture"),
  describe: "Describe the picture",
  words: "What the picture shows",
  wordsHint: "For people who can't see it. Without a description they hear who added it.",
  saveWords: "Save",
  selection: "Selected items",
  copy: "Copy",
  paste: "Paste",
  duplicate: "Duplicate",
  erase: "Delete",
  /** `by` is who added it, if that is known. */
  item: (
    { kind, ink, text }: Pick<WhiteboardItem, "kind" | "ink" | "text">,
    by: string | null = null,
  ): string => {
    if (kind === "picture" && !text) return whiteboardText.pictureBy(by)
    const name = kind === "formula" || kind === "picture" ? whiteboardText[kind] : whiteboardText.tools[kind]
    return [name, text || whiteboardText.inks[ink]].join(": ")
  },
  said: (what: Said["what"], count: number, name: string | null) => {
    if (what === "none") return "Nothing selected"
    const items = name ?? `${count} items`
    return what === "at" ? items : `${items} ${what}`
  },
  undo: "Undo",
  redo: "Redo",
  clear: "Clear this page",
  clearTitle: "Clear this page?",
  clearText: "This removes everything on the page for everyone. You can undo it.",
  /** Over a shared screen, which has no pages. */
  screen: {
    clear: "Clear all drawings",
    clearTitle: "Clear all drawings?",
    clearText: "This removes everything drawn on this screen for everyone. You can undo it.",
  },
  keep: "Cancel",
  previousPage: "Previous page",
  nextPage: "Next page",
  addPage: "Add a page",
  page: (page: number, pages: number) => `${page} / ${pages}`,
  fit: "Show the whole page",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  squared: "Squared paper",
  letDraw: "Students can draw",
  share: "Save this page to the class files",
  shared: "Page saved to the class files",
  typing: "Text on the whiteboard",
  unsaved: "Not saved yet. Trying again…",
  held: "The instructor has turned off drawing for students.",
  fullUp: "The whiteboard is full. Erase what you no longer need.",
  pictureName: (page: number) => `Whiteboard ${page}.png`,
}
