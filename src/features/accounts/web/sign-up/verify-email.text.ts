/** The texts of the page that confirms an e-mail, in English. */
export const verifyEmailText = {
  metaTitle: "Confirm your e-mail",
  meta: "Confirm that this e-mail is yours.",
  title: "Confirm your e-mail",
  text: "Confirm that this e-mail is yours to get notices about your classes.",
  confirm: "Confirm my e-mail",
  confirming: "Confirming...",
  done: "Your e-mail is confirmed",
  doneSignIn: "You can sign in now.",
  doneAfresh: "Your new password is set. Sign in with your new password.",
  askedTitle: "One more step: is this account yours?",
  asked:
    "It was created in another browser. Enter the password you signed up with. If you don't know it or didn't sign up yourself, choose a new one.",
  password: "Your password",
  withPassword: "Confirm with my password",
  or: "or",
  newPassword: "New password",
  newPasswordHint:
    "At least 8 characters. This replaces the old password, signs out every device and asks for your profile again.",
  withNewPassword: "Confirm with a new password",
  missing: "Open the link in the e-mail we sent you. Its button brings you back here.",
  signInForAnother: "Sign in to get a new link",
  sendAgain: "Send again",
  sentAgain: "E-mail sent",
  sentAgainText: "Open the link in it to confirm your e-mail.",
  error: "Not confirmed",
}
