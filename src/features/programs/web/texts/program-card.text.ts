/** Returns '10' as Class 10, '3-6' as Classes 3 to 6, 'All' as All classes. */
function gradeName(grade: string): string {
  const [from, to] = grade.split("-")
  if (to) return `Classes ${from} to ${to}`
  return grade === "All" ? "All classes" : `Class ${grade}`
}

/** The texts of programs wherever they are shown, in English: names of their values, figures, the button to enrol. */
export const cardText = {
  serviceName: (service: string) => service,
  levelName: (level: string) => level,
  curriculumName: (_curriculum: string, label: string) => label,
  gradeName,
  durationName: (duration: string) => duration,
  showAll: "Show All Programs",
  sample: "Sample",
  sampleNote: "Rating and student count are sample figures",
  rated: (rating: number) => `Rated ${rating} out of 5`,
  students: (count: number) => (count === 1 ? "1 student" : `${count.toLocaleString("en-IN")} students`),
  oneTime: "one-time payment",
  checking: "Checking...",
  enrolled: "Enrolled",
  renew: "Renew",
  enrolling: "Enrolling...",
  enrol: "Enroll",
  enrolNow: "Enroll Now",
  processing: "Processing...",
  by: (instructor: string) => `with ${instructor}`,
}

export type CardText = typeof cardText
