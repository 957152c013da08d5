/** The lists that can be exported and imported. */
export const LISTS = ["instructors", "students", "guardians", "courses", "timetable"] as const
export type ListName = (typeof LISTS)[number]

export type ListColumn = { name: string; required?: boolean; example: string }

/** The columns of each list, in the order of its file, the same for export and import. */
export const LIST_COLUMNS: Record<ListName, readonly ListColumn[]> = {
  instructors: [
    { name: "email", required: true, example: "meera.iyer@academy.example" },
    { name: "first_name", required: true, example: "Meera" },
    { name: "last_name", required: true, example: "Iyer" },
    { name: "phone", example: "98765 43210" },
  ],
  students: [
    { name: "email", example: "asha.rao@family.example" },
    { name: "first_name", required: true, example: "Asha" },
    { name: "last_name", required: true, example: "Rao" },
    { name: "phone", example: "" },
    { name: "grade", example: "8" },
    { name: "curriculum", example: "CBSE" },
    { name: "date_of_birth", example: "27/03/2014" },
    { name: "parent_name", example: "Sunita Rao" },
    { name: "parent_phone", example: "98765 43211" },
    { name: "courses", example: "" },
    { name: "batch", example: "" },
    { name: "paid_until", example: "" },
  ],
  guardians: [
    { name: "student_email", required: true, example: "asha.rao@family.example" },
    { name: "student_name", example: "Asha Rao" },
    { name: "parent_name", required: true, example: "Sunita Rao" },
    { name: "parent_phone", required: true, example: "98765 43211" },
  ],
  courses: [
    { name: "title", required: true, example: "Tabla for beginners" },
    { name: "instructor", required: true, example: "Meera Iyer" },
    { name: "curriculum", required: true, example: "General" },
    { name: "service", example: "Music" },
    { name: "level", example: "Beginner" },
    { name: "grade", example: "All" },
    { name: "subject", example: "Tabla" },
    { name: "duration", example: "6 months" },
    { name: "price_rupees", example: "4999" },
    { name: "monthly_fee_rupees", example: "900" },
    { name: "delivery", example: "online" },
    { name: "venue_name", example: "" },
    { name: "venue_address", example: "" },
    { name: "summary", example: "From the first stroke to a first concert." },
    { name: "description", example: "" },
  ],
  timetable: [
    { name: "title", required: true, example: "Tabla, batch A" },
    { name: "instructor_email", required: true, example: "meera.iyer@academy.example" },
    { name: "date", required: true, example: "2027-01-11" },
    { name: "start_time", required: true, example: "16:30" },
    { name: "end_time", required: true, example: "17:30" },
    { name: "subject", required: true, example: "Tabla" },
    { name: "curriculum", example: "General" },
    { name: "grade", example: "" },
    { name: "max_students", example: "20" },
    { name: "course", example: "" },
    { name: "batch", example: "" },
    { name: "class_type", example: "regular" },
    { name: "delivery", example: "online" },
    { name: "venue_name", example: "" },
    { name: "venue_address", example: "" },
    { name: "description", example: "" },
  ],
}
