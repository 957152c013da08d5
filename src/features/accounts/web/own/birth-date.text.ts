/** The texts of the page that asks for a date of birth, in English. */
export const birthDateText = {
  fields: {
    dateOfBirth: "Student's date of birth",
    dateOfBirthHint: "Day, month and year, such as 27 3 2014",
    dateParts: { day: "Day", month: "Month", year: "Year" },
    phoneHint: "A ten-digit mobile number, or one with its country code",
    guardian: "Parent or guardian",
    guardianWhy:
      "Students under 18 need a parent or guardian. We text this number to ask for consent, and when a class is missed.",
    guardianName: "Parent's or guardian's name",
    guardianPhone: "Parent's or guardian's phone",
  },
  metaTitle: "Your date of birth",
  meta: "We ask every student for a date of birth.",
  title: (name: string) => `When were you born, ${name}?`,
  text: "We ask every student, because a parent or guardian decides about live classes and recordings for anyone under 18.",
  save: "Save and continue",
  saving: "Saving...",
  saved: "Thank you, saved",
  error: "Not saved",
  waits: {
    title: "Ask the office to confirm your date of birth",
    text: (day: string) =>
      `You gave ${day}. This account earlier said you were younger, so the date counts once the office has confirmed it.`,
    ask: "Call or write to the office, and have a document with your date of birth at hand.",
    until:
      "Until then we treat you as under 18: live classes and recordings need the consent of a parent or guardian. You can browse programs and enrol already.",
    call: (phone: string) => `Call ${phone}`,
    write: (email: string) => `Write to ${email}`,
    on: "Continue",
  },
}
