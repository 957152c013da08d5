/** The texts of the contact page in English. */
export const contactText = {
  title: "Contact",
  heading: "Talk to us",
  lead: "Ask about a program, a kit, a fee or a class that went wrong. A person reads every message.",
  meta: (brand: string) =>
    `Write to ${brand}, call or visit: phone, e-mail, address, support hours and a contact form.`,
  form: "Write a message",
  name: "Your name",
  email: "E-mail",
  phone: "Phone",
  phoneHint: "If you'd like us to call you.",
  topic: "What is it about?",
  chooseTopic: "Choose a topic",
  /** By the contract's values. */
  topics: {
    programs: "Programs and demo classes",
    kit: "Uniforms and learning kits",
    fees: "Fees, memberships and refunds",
    technical: "Help with an account or a live class",
    teaching: "Teaching with us",
    other: "Something else",
  },
  message: "Message",
  messageHint: "For a child’s class, tell us the activity and the age.",
  trap: "Website (leave this empty)",
  send: "Send message",
  privacy: "We only use this to reply to you.",
  privacyLink: "Privacy Policy",
  sent: {
    title: "Message sent",
    description: (opens: string, closes: string) => `We reply between ${opens} and ${closes}.`,
  },
  errorTitle: "The message was not sent",
  reach: "Other ways to reach us",
  call: "Call",
  write: "Write",
  visit: "Visit",
  hours: "Support hours",
  hoursText: (opens: string, closes: string) => `${opens} to ${closes}, Indian time`,
  callBack: (least: string, most: string) =>
    `Leave your number and we'll call you back within ${least} to ${most} during support hours.`,
}
