type ImportHistoryTexts = {
  undone: string
  partlyUndone: string
  undoing: (done: number, total: number) => string
  progress: string
  kept: (count: number) => string
  more: (count: number) => string
  undo: string
  started: string
  startedText: string
}

export const importHistoryTexts: { en: ImportHistoryTexts; hi: ImportHistoryTexts } = {
  en: {
    undone: "Undone",
    partlyUndone: "Undone in part",
    undoing: (done, total) => `Undoing, ${done.toLocaleString("en-IN")} of ${total.toLocaleString("en-IN")}`,
    progress: "How much of the import is undone",
    kept: (count) =>
      `${count} could not be undone, because ${count === 1 ? "it is" : "they are"} in use now:`,
    more: (count) => `and ${count} more`,
    undo: "Undo",
    started: "The import is being undone",
    startedText: "You can leave this page while it runs.",
  },
  hi: {
    undone: "वापस लिया गया",
    partlyUndone: "कुछ हिस्सा वापस लिया गया",
    undoing: (done, total) =>
      `वापस लिया जा रहा है, ${total.toLocaleString("en-IN")} में से ${done.toLocaleString("en-IN")} हुए`,
    progress: "आयात कितना वापस लिया जा चुका है",
    kept: (count) => `${count} वापस नहीं लिए जा सके, क्योंकि अब इनका इस्तेमाल हो रहा है:`,
    more: (count) => `और ${count}`,
    undo: "वापस लें",
    started: "आयात वापस लिया जा रहा है",
    startedText: "आप यह पेज छोड़ सकते हैं। काम चलता रहेगा।",
  },
}
