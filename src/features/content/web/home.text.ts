import Activity from "lucide-react/icons/activity"
import CalendarClock from "lucide-react/icons/calendar-clock"
import GraduationCap from "lucide-react/icons/graduation-cap"
import MessageCircleQuestionMark from "lucide-react/icons/message-circle-question-mark"
import Smartphone from "lucide-react/icons/smartphone"
import Video from "lucide-react/icons/video"

/** The texts of the home page in English, beside the brand's own in content/brand.json. */
export const homeText = {
  title: (brand: string) => `${brand}: live classes in academics, sports, music and the arts`,
  bookDemo: "Book Free Demo",
  joinLive: "Join Live Session",
  heroNote: "The first trial class of every new activity is free.",
  offeringsTitle: "Our Core Offerings",
  offeringsText: "One account for school subjects and everything after school.",
  whyTitle: (brand: string) => `Why Choose ${brand}`,
  whyText: "What a child meets in every class here, and what a parent can rely on.",
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

export const offerings = [
  {
    service: "Academics",
    image: "academics",
    text: "School subjects, languages, and JEE and NEET preparation",
  },
  { service: "Sports", image: "sports", text: "Cricket, football, badminton, swimming, riding and chess" },
  { service: "Music", image: "music", text: "Guitar, keyboard, drums, tabla, bansuri and Hindustani vocal" },
  { service: "Fitness", image: "fitness", text: "Yoga, strength and running, at home or outdoors" },
  { service: "Art & Culture", image: "art-and-culture", text: "Painting, pottery, craft and Bharatanatyam" },
  {
    service: "Martial Arts",
    image: "martial-arts",
    text: "Karate, taekwondo and kalaripayattu, step by step",
  },
] as const

export const benefits = [
  {
    icon: GraduationCap,
    title: "Expert teachers",
    text: "Each teacher is approved by the academy and teaches the subject every week.",
  },
  {
    icon: Video,
    title: "Live interactive classes",
    text: "Raise a hand, answer a poll, write on the board: a class, not a video to watch.",
  },
  {
    icon: MessageCircleQuestionMark,
    title: "Doubt-clearing and one-on-one support",
    text: "Ask in class, or in private chat with the teacher when the question is your own.",
  },
  {
    icon: Activity,
    title: "Progress tracking",
    text: "Attendance and progress come from what happened in class, and parents see the same.",
  },
  {
    icon: Smartphone,
    title: "Mobile app",
    text: "Install it on a phone from the browser and join from wherever you are.",
  },
  {
    icon: CalendarClock,
    title: "Flexible scheduling",
    text: "Pick the batch that fits the week, and catch up from the recordings you are given.",
  },
] as const
