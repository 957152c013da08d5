/** The texts of the home page in English; the brand's own are in content/brand.json. */
export const homeText = {
  title: (brand: string) => `${brand}: live classes in academics, sports, music and the arts`,
  bookDemo: "Book Free Demo",
  joinLive: "Join Live Session",
  offer: "Live classes with real teachers, online and in person, for Classes 1 to 12.",
  demosTitle: "Next free demo classes",
  demosText: "Meet a teacher before you decide. No card needed.",
  demo: { request: "Request Demo", full: "Full", with: (teacher: string) => `with ${teacher}` },
  seats: (free: number) => (free === 1 ? "1 free seat" : `${free} free seats`),
  allDemos: "See all demo classes",
  noDemos: "No demo class is scheduled right now. Look at the programs, and come back tomorrow.",
  programsTitle: "Programs you can join",
  programsText: "With dates, teachers and prices. Pay once, with no subscription.",
  roomTitle: "This is the classroom",
  roomText:
    "Children see their teacher and each other, raise a hand, write on the board and answer polls. The register fills itself in, and parents hear about an absence. It opens in the browser, on phones too.",
  roomPicture:
    "A live class: the teacher and three students on video, with board, files and attendance in one bar",
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
  whyText: "What every child gets in class, and what parents can rely on.",
  benefits: {
    teachers: {
      title: "Expert teachers",
      text: "Each teacher is approved by the academy and teaches the subject every week.",
    },
    live: {
      title: "Live interactive classes",
      text: "Raise a hand, answer a poll, write on the board: a real class, not just a video.",
    },
    doubts: {
      title: "Doubt-clearing and one-on-one support",
      text: "Ask in class, or message the teacher privately.",
    },
    progress: {
      title: "Progress tracking",
      text: "Attendance and progress are based on what happens in class, and parents see them too.",
    },
    app: {
      title: "Mobile app",
      text: "Install it on your phone from the browser and join from anywhere.",
    },
    schedule: {
      title: "Flexible scheduling",
      text: "Pick the batch that fits your week, and catch up with recordings.",
    },
  },
  startLearning: "Start Learning Today",
  testimonialsTitle: "Student Testimonials",
  testimonialsNote:
    "These are samples. We'll replace them with real students' words once we have written consent.",
  sample: "Sample",
  rated: (rating: number) => `Rated ${rating} out of 5`,
  student: (grade: string, board: string, subject: string) => `Class ${grade}, ${board} · ${subject}`,
  closingTitle: "Try a class before you decide",
  closingText: "Choose an upcoming demo class and request a seat. The teacher approves your request.",
  bookDemoClass: "Book Free Demo Class",
  browseCourses: "Browse All Courses",
}
