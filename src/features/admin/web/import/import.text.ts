import type { ImportKind, PreviewNote } from "#contract/admin/admin-import.ts"

const count = (of: number) => of.toLocaleString("en-IN")

/** A count and what is counted: '1 student', '20 students'. */
const counted = (one: string, many: string) => (count: number) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en-IN")} ${many}`

/** The texts of the page that imports lists, in English. */
export const importText = {
  title: "Import",
  description: "Upload or paste a spreadsheet. Every row is checked before anything is saved.",
  kindsLabel: "Kinds of list",
  kinds: {
    instructors: "Instructors",
    students: "Students",
    guardians: "Guardians",
    courses: "Courses",
    timetable: "Timetable",
  } satisfies Record<ImportKind, string>,
  explained: {
    instructors: "They can teach right away. Invite them afterwards, and each chooses their own password.",
    students:
      "Include each student's guardian and programs. Put semicolons between programs. For a child without an e-mail, leave it empty and enter the guardian's number: it and the name tell children apart. Students who already have an account join the programs in their row. In batch, give the batch that the timetable names. In paid_until, give the last paid day of a program with a monthly fee: one for all, or one for each program with semicolons between them.",
    guardians: "For students who have no guardian on file yet.",
    courses: "Programs appear in the catalogue right away. Existing titles are left unchanged.",
    timetable:
      "Each row is one class. Its instructor must already exist, and its program too if you name one. Rows of one program with the same batch belong together.",
  } satisfies Record<ImportKind, string>,
  checked: "Nothing has been saved yet",
  nothingNew: "Everything was already there",
  imported: (count: number) => `${count} imported`,
  unchanged: (count: number) =>
    count === 1 ? "1 was already there and is unchanged." : `${count} were already there and are unchanged.`,
  list: "Your list",
  file: "CSV file",
  paste: "Or paste it",
  pasteHint: "Copy the cells from your spreadsheet, including the header row",
  check: "Check the list",
  checking: "Checking...",
  columns: "Columns",
  required: "required",
  template: "Download a template",
  current: "Export current data",
  inviteOne: "Invite one person",
  preview: {
    errors: (rows: number) => (rows === 1 ? "1 row has errors" : `${rows} rows have errors`),
    nothing: "Everything is already there",
    ready: "Ready to import",
    summary: "Summary of the list",
    fresh: "New",
    same: "Already there",
    change: {
      again: "Enrolment ended, enrols again",
      changed: "Already there, gets another last paid day or a batch",
    },
    notes: {
      "without-end": (students: number) =>
        `${students === 1 ? "1 student has" : `${count(students)} students have`} no last paid day in a program with a monthly fee: the seats have no end, and no fee is ever due. Enter the last paid day in paid_until, such as 31/01/2027.`,
      ended: (students: number) =>
        `${students === 1 ? "1 student" : `${count(students)} students`} paid until a day that has passed, and ${students === 1 ? "gets" : "get"} no seats until the next fee is paid.`,
      "kept-end": (students: number) =>
        `${students === 1 ? "1 student keeps" : `${count(students)} students keep`} the present last day of a program, because it was ordered or joined here and not imported.`,
      "kept-batch": (students: number) =>
        `${students === 1 ? "1 student keeps" : `${count(students)} students keep`} the present batch. You can change it on the student's page.`,
      "all-batches": (students: number) =>
        `${students === 1 ? "1 student has" : `${count(students)} students have`} no batch in a program with several, and a seat in every class of all of them. Enter the name in batch.`,
      "ended-here": (students: number) =>
        `The office or a refund ended the enrolment of ${students === 1 ? "1 student" : `${count(students)} students`}, and this list would enrol them again. Take the program out of the row if that isn't meant.`,
    } satisfies Record<PreviewNote, unknown>,
    refused: "With errors",
    fix: "Fix these rows",
    fixText: "Nothing is imported while a row has errors. Fix the list below and check it again.",
    first: (shown: number, all: number) => `The first ${shown} of ${all}.`,
    line: (line: number) => `Line ${line}`,
    import: (count: number) => `Import ${count}`,
    importing: "Importing...",
    empty: "(empty)",
  },
  history: {
    title: "Latest imports",
    made: {
      instructors: counted("instructor", "instructors"),
      students: counted("student", "students"),
      guardians: counted("guardian", "guardians"),
      courses: counted("course", "courses"),
      timetable: counted("class", "classes"),
    } satisfies Record<ImportKind, unknown>,
    undone: "Undone",
    partlyUndone: "Undone in part",
    undoing: (done: number, total: number) =>
      `Undoing, ${done.toLocaleString("en-IN")} of ${total.toLocaleString("en-IN")}`,
    progress: "How much of the import is undone",
    kept: (count: number) =>
      `${count} could not be undone, because ${count === 1 ? "it is" : "they are"} in use now:`,
    more: (count: number) => `and ${count} more`,
    undo: "Undo",
    started: "The import is being undone",
    startedText: "You can leave this page while it runs.",
    waiting: (count: number, when: string) => `${count} invited and not joined yet, last invitation ${when}`,
    invite: (count: number) => `Invite ${count} by e-mail`,
    again: (count: number) => `Send again to ${count}`,
    invited: (count: number) => (count === 0 ? "Everyone was already invited" : `${count} invited by e-mail`),
  },
}
