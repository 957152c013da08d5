/** The texts of the page on which students check in at a centre, in English. */
export const checkInText = {
  title: "Check in",
  description: "You're at the centre? Enter the code on the screen at the entrance.",
  code: "Code on the screen",
  hint: "Six digits. They change every minute.",
  checkIn: "Check in",
  scan: "Scan the code",
  camera: "Picture of the camera",
  done: "You're checked in",
  since: (time: string) => `Since ${time}`,
  card: "Your card",
  toDashboard: "Go to your dashboard",
}
