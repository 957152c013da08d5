import { formatDateIn } from "#shared/time.ts"
import type { Repeated } from "../../recurrence.ts"

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

/** The texts of scheduling and editing a class, in English. */
export const scheduleText = {
  newTitle: "Schedule New Class",
  newText: "Create a new class session for your students",
  editTitle: "Edit Class",
  editText: "Update your class details",
  back: "Back to Dashboard",
  details: "Class Details",
  dialog: "Schedule Class",
  dialogText: "Students see it in the list as soon as you save it.",
  create: { label: "Schedule Class", busy: "Scheduling..." },
  update: { label: "Update Class", busy: "Updating..." },
  cancel: "Cancel",
  ownProgram: "The program it is in",
  name: "Class Title",
  nameExample: "Fractions and how to tame them",
  subject: "Subject",
  chooseSubject: "Choose a subject",
  grade: "Grade/Class",
  anyGrade: "Any grade",
  curriculum: "Curriculum",
  instructor: "Instructor",
  chooseInstructor: "Choose an instructor",
  date: "Date",
  capacity: "Max Students",
  capacityHint: (least: number, most: number) => `From ${least} to ${most}`,
  start: "Start Time",
  end: "End Time",
  timesIn: (zone: string) => `Times are in ${zone}`,
  description: "Description",
  descriptionExample: "What to bring, what will be covered",
  type: "Class type",
  typeHint: "Demo classes are free. Students request a seat and you approve them.",
  record: "Record this class automatically",
  recordHint: "Students see this before they join.",
  changeSeries: "This class is part of a weekly series. Change",
  held: "Held",
  deliveries: { online: "Live online", on_premises: "On premises" },
  program: "Program",
  noProgram: "No program",
  continues: "Continues a batch",
  continuesHint: "The students of the batch get seats in these classes, too.",
  newBatch: "No, these classes are new",
  batchUntil: (days: string, from: string, to: string, last: string) =>
    `${days}, ${from} to ${to}, until ${last}`,
  venue: "Venue",
  venueHint: "The room or hall, so that students can find it",
  venueExample: "Hall 2, Sunrise Centre",
  address: "Address",
  addressExample: "14 MG Road, Pune 411001",
  repeats: "Repeats",
  repetitions: {
    never: "Does not repeat",
    until: "Repeats weekly until a date",
    weeks: "Repeats weekly for some weeks",
  },
  until: "Until",
  weeks: "Number of weeks",
  onDays: "On these days",
  /** Monday first. */
  weekdays: WEEKDAYS.map((name) => ({ name, short: name.slice(0, 3) })),
  firstDay: "The weekday of the start date is always included.",
  /** "12 classes, every Monday and Wednesday until Mon, 21 Dec, 2026" */
  series: ({ classes, weekdays, last }: Repeated) =>
    `${classes} classes, every ${list(weekdays.map((day) => WEEKDAYS[day - 1] ?? ""))} until ${formatDateIn("en-IN", last)}.`,
  seriesTooLong: (most: number) =>
    `A series can have at most ${most} classes. Choose an earlier end or fewer days.`,
  substitute: {
    title: "Substitute instructor",
    text: "Somebody else can teach this class. They start it and see its register, and students see their name.",
    now: (substitute: string, owner: string) => `${substitute} substitutes for ${owner}.`,
    takeBack: "Take the class back",
    takingBack: "Taking back...",
    another: "Another substitute",
    label: "Substitute",
    name: "Name substitute",
    saving: "Saving...",
  },
  cancelling: {
    title: "Cancel this class",
    noSeats: "It stays in the timetable as cancelled. Nobody has taken a seat yet.",
    seats: (seats: number) =>
      `It stays in the timetable as cancelled, and ${seats === 1 ? "the one student" : `the ${seats} students`} with a seat will see the reason.`,
    reason: "Reason",
    example: "The hall is flooded. We'll hold it on Saturday instead.",
    ofSeries: "This class is part of a weekly series. Cancel",
    button: "Cancel class",
    busy: "Cancelling...",
  },
}

function list(words: readonly string[]): string {
  if (words.length < 2) return words.join("")
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`
}
