import type { ClassType } from "#contract/classes/classes.ts"

/** A class that the trial's academy has every week, at wall-clock times in the institution's zone. */
export type Lesson = {
  /** The index of the instructor, modulo their number. */
  instructor: number
  title: string
  description: string
  subject: string
  curriculum: string
  grade: string
  start: string
  end: string
  /** 1 is Monday, 7 Sunday. */
  weekdays: number[]
  class_type?: ClassType
  max_capacity: number
  /** The slug of its program. */
  program?: string
  /** How many days ahead it is scheduled; a few unless set. */
  daysAhead?: number
}

/** An academy's week. On any day there is a demo class within the next two days. */
export const TIMETABLE: Lesson[] = [
  {
    instructor: 0,
    title: "Fractions and Decimals Without Fear",
    description: "Comparing, adding and splitting fractions, with puzzles to take home.",
    subject: "mathematics",
    curriculum: "CBSE",
    grade: "6",
    start: "17:00",
    end: "18:00",
    weekdays: [1, 2, 3, 4, 5],
    max_capacity: 30,
  },
  {
    instructor: 0,
    title: "Quadratic Equations: From Graph to Formula",
    description: "Reading roots off a curve, completing the square, and when to use which.",
    subject: "mathematics",
    curriculum: "ICSE",
    grade: "10",
    start: "18:15",
    end: "19:15",
    weekdays: [2, 4, 6],
    max_capacity: 30,
  },
  {
    instructor: 1,
    title: "Newton's Laws for NEET",
    description: "Free-body diagrams first, then twenty questions of the kind the paper asks.",
    subject: "physics",
    curriculum: "NEET",
    grade: "11",
    start: "16:00",
    end: "17:30",
    weekdays: [1, 3, 5],
    max_capacity: 50,
    program: "neet-physics-for-biology-lovers",
    daysAhead: 28,
  },
  {
    instructor: 1,
    title: "Organic Chemistry: Naming and Isomers",
    description: "IUPAC names step by step, and how many isomers a formula hides.",
    subject: "chemistry",
    curriculum: "JEE",
    grade: "12",
    start: "11:00",
    end: "12:30",
    weekdays: [2, 6, 7],
    max_capacity: 50,
  },
  {
    instructor: 1,
    title: "Free Demo: Science by Experiment",
    description: "Three experiments with things from the kitchen. Bring a glass, salt and a lemon.",
    subject: "chemistry",
    curriculum: "CBSE",
    grade: "8",
    start: "19:45",
    end: "20:30",
    weekdays: [1, 3, 5, 7],
    class_type: "demo",
    max_capacity: 12,
    program: "science-by-experiment-class-7",
  },
]
