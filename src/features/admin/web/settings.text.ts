type Said = { label: string; explanation: string }

/** What each setting is, and what changing it does. */
export const settingTexts: Record<string, Said> = {
  academy_name: {
    label: "Academy name",
    explanation: "In the header, in page titles, in e-mails and texts to parents.",
  },
  contact_phone: {
    label: "Contact phone",
    explanation: "In the footer, on the contact page and in absence notices. Families call it.",
  },
  contact_email: {
    label: "Contact e-mail",
    explanation: "Shown beside the phone. Messages of the contact form go here unless OFFICE_EMAIL is set.",
  },
  order_form_url: {
    label: "Uniform order form",
    explanation: "Where 'Order Uniforms Now' on the learning kit page leads.",
  },
  time_zone: {
    label: "Time zone",
    explanation: "Dates and times of classes are meant in it. It is fixed once classes are timetabled.",
  },
  class_grace_minutes: {
    label: "Grace after the instructor is gone, in minutes",
    explanation: "So long a class stays live before it is completed, never less than its schedule.",
  },
  attendance_minimum_minutes: {
    label: "Attendance minimum, in minutes",
    explanation: "Being there so long counts as present; half the class where that is shorter.",
  },
  demo_hold_hours: {
    label: "Seats kept for demo requests, in hours",
    explanation: "After that an unanswered request goes back into the line.",
  },
  reminder_minutes: {
    label: "Reminder by e-mail and text, minutes before",
    explanation: "Sent once before each class, to those who want it.",
  },
  reminder_soon_minutes: {
    label: "Reminder in the product, minutes before",
    explanation: "Appears in the bell of everyone who has a place.",
  },
  quiet_from_hour: {
    label: "Texts rest from, hour of the day",
    explanation: "What is due later waits for the morning; codes never wait.",
  },
  quiet_to_hour: {
    label: "Texts rest until, hour of the day",
    explanation: "The same hour in both fields lets texts leave at any time.",
  },
  instructors_need_approval: {
    label: "Instructors need approval",
    explanation: "Whoever signs up to teach waits until an admin lets them in.",
  },
  parent_numbers_need_confirmation: {
    label: "Parents' numbers need confirmation",
    explanation: "Absence notices go only to numbers that a code or a signed paper confirmed.",
  },
  live_classes_need_consent: {
    label: "Live classes need a guardian's consent",
    explanation: "Minors join rooms only once their guardian agreed.",
  },
  voice_evidence: {
    label: "Voice counts as presence",
    explanation: "A student whom the instructor's device hears is present, where the guardian agreed to it.",
  },
  snapshots: {
    label: "Snapshots of students' cameras",
    explanation:
      "A picture every 5 to 10 minutes, for staff alone, of students whose guardians agreed to it.",
  },
  snapshot_days: {
    label: "Snapshots are kept for, in days",
    explanation: "After that they are deleted by themselves.",
  },
  admins_need_two_step: {
    label: "Admins need two-step sign-in",
    explanation:
      "Admins without an authenticator app reach nothing but their account until they set one up. That may be you.",
  },
  instructors_need_two_step: {
    label: "Instructors need two-step sign-in",
    explanation:
      "Instructors without an authenticator app reach nothing but their account until they set one up. Tell them before you switch it on.",
  },
  staff_session_idle_hours: {
    label: "Staff are signed out when idle, after hours",
    explanation: "Admins and instructors sign in again after this many hours without using the product.",
  },
  staff_session_days: {
    label: "Staff sign in again after, in days",
    explanation: "Admins and instructors sign in again after this many days, even if they use it daily.",
  },
  session_idle_days: {
    label: "Students and parents are signed out when idle, after days",
    explanation: "They sign in again after this many days without using the product.",
  },
  session_days: {
    label: "Students and parents sign in again after, in days",
    explanation: "They sign in again after this many days, even if they use it daily.",
  },
}

export const groupTexts: Record<"academy" | "classes" | "messages" | "people", Said> = {
  academy: { label: "Academy", explanation: "Who you are, and in which time you live." },
  classes: { label: "Classes", explanation: "How strict the clock is." },
  messages: { label: "Messages", explanation: "When people are reminded." },
  people: { label: "People and children", explanation: "Who has to be let in, and who has to agree." },
}

export const sourceTexts: Record<"admin" | "environment" | "content" | "default", string> = {
  admin: "Set here",
  environment: "Set by the environment",
  content: "From the academy's files",
  default: "Default",
}
