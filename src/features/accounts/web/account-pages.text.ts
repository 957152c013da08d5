/** The texts of single pages and of the dialog, apart from those that forms share, in English. */
export const pagesText = {
  login: {
    metaTitle: "Sign in",
    meta: "Sign in to your classes, recordings and progress.",
    title: "Sign in",
    text: "Your classes, recordings and progress are where you left them.",
    newHere: "New here?",
    register: "Create an account",
  },
  register: {
    metaTitle: "Student registration",
    meta: "Create a student account: live classes in school subjects, sports, music, fitness, the arts and martial arts.",
    title: "Create your account",
    text: "One account for live classes, school subjects and everything after school.",
    haveAccount: "Already have an account?",
    signIn: "Sign in",
    aside: "Sit in on a demo class first. The teacher lets you in, and you decide afterwards.",
  },
  studentAuth: {
    metaTitle: "Student login",
    meta: "Student login: join live classes, watch recordings and follow your progress.",
    title: "Student login",
    text: "Your next live class is one step away.",
    newHere: "New here?",
    register: "Create a student account",
    teacher: "Teacher?",
    teacherPortal: "Go to the teacher portal",
  },
  teacherAuth: {
    metaTitle: "Teacher Portal",
    meta: "Teachers sign in here to schedule and hold live classes.",
    title: "Teacher Portal",
    text: "Schedule your classes, hold them live, and see who was there.",
    tabs: "Sign in or sign up",
    student: "Not a teacher?",
    studentPortal: "Go to the student portal",
    aside:
      "Your register is kept while you teach: presence, recordings and notices to parents come with the class.",
  },
  dialog: {
    title: "Authentication Required",
    wanted: {
      join: "Please log in to join classes",
      enrol: "Please log in to enroll in classes",
    },
    tabs: "Login or sign up",
    login: "Login",
    comeBack: "You come back to this class at once.",
  },
}
