import type { CellProblem, ListProblem, PlainCellProblem } from "#contract/admin/import-problems.ts"

const CELLS: Record<PlainCellProblem, string> = {
  missing: "Fill this in",
  "not-a-phone": "Enter a ten-digit mobile number, such as 98765 43210",
  "not-a-date": "Enter day, month and year, such as 27/03/2014",
  "own-number": "Enter the guardian's own number, not the student's",
  "no-name-for-number": "Enter the name of the person with this number",
  "minor-needs-guardian": "Students under 18 need a guardian with name and number",
  "birth-date-future": "Enter a date of birth in the past",
  "birth-date-too-young": "Students are at least 3 years old: check the year",
  "birth-date-too-old": "This is more than 100 years ago: check the year",
  "not-an-instructor": "This e-mail belongs to an account that isn't an instructor",
  "not-a-student": "This e-mail belongs to an account that isn't a student",
  "unknown-student": "No such student is here: import the students first",
  "other-guardian":
    "This student already has a guardian with another number: change it in the student's account",
  "unknown-instructor": "No approved instructor has this e-mail",
  "venue-missing": "Enter the venue of the class",
  "date-out-of-range": "Choose a date between 2000 and 2099",
  "ends-before-start": "The end must be after the start",
  past: "This time has passed: choose a later one",
  overlaps: "This overlaps another class of the same instructor",
  "fee-not-below-price": "A month must cost less than the whole program",
  "program-missing": "Enter the program as well",
  "one-per-program":
    "Enter one for all programs, or one for each in the order of courses, with semicolons between them",
  "number-without-email": "Enter the guardian's number, or the student's e-mail",
  "here-without-email":
    "A student with this name and guardian's number is already here without an e-mail: leave it empty",
  "here-with-email":
    "Somebody with this name and guardian's number signed up with an e-mail: enter that e-mail, or confirm the number first",
  "batch-not-regular": "Only regular classes belong to a batch: leave it empty",
  "batch-with-semicolon": "Leave out semicolons: in the list of students they separate batches",
  "fee-without-price": "A free program has no monthly fee: enter its price as well, or leave the fee empty",
}

function cell(problem: CellProblem): string {
  switch (problem.code) {
    case "too-long":
      return `Use at most ${problem.most.toLocaleString("en-IN")} characters`
    case "not-in-range":
      return `Give a whole number from ${problem.least} to ${problem.most.toLocaleString("en-IN")}`
    case "not-an-option":
      return `Use one of these: ${problem.options.join(", ")}`
    case "not-read":
      return `This can't be read. Examples: ${problem.example}`
    case "repeated":
      return `Line ${problem.line} already says this`
    case "unknown-programs":
      return `No program has this title: ${problem.titles.join("; ")}`
    case "unknown-batch":
      return problem.batches.length > 0
        ? `${problem.title} has no coming batch "${problem.batch}". Its batches: ${problem.batches.join(", ")}`
        : `${problem.title} has no coming batches: import its timetable first, or leave the batch empty`
    case "no-monthly-fee":
      return `These programs have no monthly fee: ${problem.titles.join("; ")}. Leave their date empty`
    case "several-programs":
      return `Several programs have the title ${problem.title}. Enter the last part of the page's address instead: ${problem.slugs.join(" / ")}`
    default:
      return CELLS[problem.code]
  }
}

function list(problem: ListProblem): string {
  switch (problem.code) {
    case "too-many-rows":
      return `Give at most ${problem.most.toLocaleString("en-IN")} rows at once`
    case "no-rows":
      return "The list has a header row but no data. Add at least one row"
    case "unreadable":
      return "This can't be read as a list. Save it as CSV and try again"
    case "quotes":
      return `Check the quotation marks on line ${problem.line}: one isn't closed, or is in the middle of a cell`
    case "too-many-cells":
      return `Line ${problem.line} has more cells than the header row`
    case "head": {
      const { unknown, missing, repeated, known } = problem
      return [
        "Check the header row.",
        ...(unknown.length > 0 ? [`Unknown columns: ${unknown.join(", ")}.`] : []),
        ...(missing.length > 0 ? [`Missing columns: ${missing.join(", ")}.`] : []),
        ...(repeated ? ["A column appears twice."] : []),
        `Possible columns: ${known.join(", ")}.`,
      ].join(" ")
    }
  }
}

/** What is wrong with an imported list and its cells, in English. */
export const importProblemsText = { cell, list }
