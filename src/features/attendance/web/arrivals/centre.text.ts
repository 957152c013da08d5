/** The texts of the screen at a centre's entrance in English. */
export const centreText = {
  title: "Check-in screen",
  description: "Show this at the entrance. Students check in with their own phone.",
  venue: "Venue",
  show: "Show",
  code: "Code of this minute",
  qr: "QR code to check in",
  how: "Scan the code, or open Check in on your phone and type it.",
  changes: (seconds: number) => `Changes in ${seconds} s`,
  fill: "Fill the screen",
  noCode: "This screen lost its connection over an hour ago. The code comes back with it.",
}
