import type { Lesson } from "./timetable.ts"

/** A batch that a program of the trial's academy offers, at wall-clock times in the institution's zone. */
export type PlannedBatch = Omit<Lesson, "instructor" | "class_type" | "daysAhead"> & {
  /** The full name of its teacher. */
  teacher: string
  program: string
  /** The grade of the students who have seats, if the batch is for several. */
  seatsOf?: string
  /** Its classes are for everybody in the program, and no batch to choose. */
  forAll?: true
  /** The first class is on the first of its weekdays this many days ahead or later. */
  inDays: number
  classes: number
}

const SWIMMING = {
  teacher: "Captain Joseph Kurian",
  title: "Learn to Swim",
  description: "Water confidence first, then floating and two strokes. Bring a cap, goggles and a towel.",
  subject: "Swimming",
  curriculum: "General",
  grade: "",
  seatsOf: "6",
  weekdays: [1, 2, 3, 4, 5, 6],
  classes: 30,
  max_capacity: 12,
  program: "learn-to-swim",
}
const BOARD_YEAR = {
  teacher: "Sudha Raghunathan",
  title: "Class 10 Mathematics",
  description: "One lesson to build the idea and one to use it, with a written answer every week.",
  subject: "mathematics",
  curriculum: "CBSE",
  grade: "10",
  classes: 8,
  max_capacity: 10,
  program: "class-10-mathematics-board-year",
}
const PROBLEM_STUDIO = {
  teacher: "Harshvardhan Shekhawat",
  title: "JEE Mathematics: Problem Studio",
  description: "Six problems on the board, and two ways into each of them.",
  subject: "mathematics",
  curriculum: "JEE",
  grade: "12",
  classes: 8,
  max_capacity: 15,
  program: "jee-mathematics-problem-studio",
}
const GRAMMAR = {
  teacher: "Rosalind D'Souza",
  title: "English Grammar and Composition",
  description: "A rule, ten sentences and one paragraph of your own, read aloud.",
  subject: "english",
  curriculum: "ICSE",
  grade: "6",
  classes: 8,
  max_capacity: 16,
  program: "english-grammar-and-composition",
}

/** The batches to come. Of two batches of a program, the earlier one is fuller. */
export const BATCHES: PlannedBatch[] = [
  { ...SWIMMING, start: "06:30", end: "07:15", inDays: 2 },
  { ...SWIMMING, start: "07:30", end: "08:15", inDays: 9 },
  { ...BOARD_YEAR, start: "18:15", end: "19:15", weekdays: [1, 3], inDays: 2 },
  { ...BOARD_YEAR, start: "10:00", end: "11:00", weekdays: [6, 7], inDays: 4 },
  {
    teacher: "Prasanna Kulkarni",
    title: "NEET Physics, Evening Batch",
    description: "One idea, drawn before it is calculated, and twenty questions on it.",
    subject: "physics",
    curriculum: "NEET",
    grade: "12",
    start: "18:30",
    end: "20:00",
    weekdays: [2, 4],
    inDays: 3,
    classes: 8,
    max_capacity: 20,
    program: "neet-physics-for-biology-lovers",
  },
  { ...PROBLEM_STUDIO, start: "19:30", end: "21:00", weekdays: [1, 3, 5], inDays: 2 },
  { ...PROBLEM_STUDIO, start: "15:00", end: "16:30", weekdays: [6, 7], inDays: 8 },
  { ...GRAMMAR, start: "18:30", end: "19:15", weekdays: [2, 4], inDays: 2 },
  { ...GRAMMAR, start: "09:00", end: "09:45", weekdays: [6, 7], inDays: 3 },
  {
    teacher: "Sensei Biju Thampi",
    title: "Karate: On the Mat",
    description: "Bow, stances, blocks and the first kata, slowly. Bring water and a towel.",
    subject: "Karate",
    curriculum: "General",
    grade: "",
    start: "18:00",
    end: "18:45",
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    inDays: 0,
    classes: 30,
    max_capacity: 25,
    program: "karate-white-to-green-belt",
    forAll: true,
  },
]
