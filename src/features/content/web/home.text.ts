/** The texts of the home page in English, beside the brand's own in content/brand.json. */
export const homeText = {
  title: (brand: string) => `${brand}: live classes in academics, sports, music and the arts`,
  bookDemo: "Book Free Demo",
  joinLive: "Join Live Session",
  heroNote: "The first trial class of every new activity is free.",
  offeringsTitle: "Our Core Offerings",
  offeringsText: "One account for school subjects and everything after school.",
  offerings: {
    Academics: { title: "Academics", text: "School subjects, languages, and JEE and NEET preparation" },
    Sports: { title: "Sports", text: "Cricket, football, badminton, swimming, riding and chess" },
    Music: { title: "Music", text: "Guitar, keyboard, drums, tabla, bansuri and Hindustani vocal" },
    Fitness: { title: "Fitness", text: "Yoga, strength and running, at home or outdoors" },
    "Art & Culture": { title: "Art & Culture", text: "Painting, pottery, craft and Bharatanatyam" },
    "Martial Arts": { title: "Martial Arts", text: "Karate, taekwondo and kalaripayattu, step by step" },
  },
  whyTitle: (brand: string) => `Why Choose ${brand}`,
  whyText: "What a child meets in every class here, and what a parent can rely on.",
  benefits: {
    teachers: {
      title: "Expert teachers",
      text: "Each teacher is approved by the academy and teaches the subject every week.",
    },
    live: {
      title: "Live interactive classes",
      text: "Raise a hand, answer a poll, write on the board: a class, not a video to watch.",
    },
    doubts: {
      title: "Doubt-clearing and one-on-one support",
      text: "Ask in class, or in private chat with the teacher when the question is your own.",
    },
    progress: {
      title: "Progress tracking",
      text: "Attendance and progress come from what happened in class, and parents see the same.",
    },
    app: {
      title: "Mobile app",
      text: "Install it on a phone from the browser and join from wherever you are.",
    },
    schedule: {
      title: "Flexible scheduling",
      text: "Pick the batch that fits the week, and catch up from the recordings you are given.",
    },
  },
  startLearning: "Start Learning Today",
  testimonialsTitle: "Student Testimonials",
  testimonialsNote:
    "Sample texts. They stay marked until real students' words, with written consent, take their place.",
  sample: "Sample",
  rated: (rating: number) => `Rated ${rating} out of 5`,
  student: (grade: string, board: string, subject: string) => `Class ${grade}, ${board} · ${subject}`,
  closingTitle: "Sit in on a class before you decide",
  closingText: "Choose an upcoming demo class, ask for a place, and the teacher lets you in.",
  bookDemoClass: "Book Free Demo Class",
  browseCourses: "Browse All Courses",
}
