/** The texts of the pages that mailed links open, and of completing a profile, in English. */
export const mailedText = {
  forgot: {
    metaTitle: "Forgot password",
    meta: "Get a link by e-mail to set a new password.",
    title: "Forgot your password?",
    text: "Enter your account's e-mail. We'll send you a link to set a new password.",
    send: "Send the link",
    sending: "Sending...",
    sent: "Check your e-mail",
    sentText:
      "If this e-mail has an account, we've sent a link to it. You can use it once, within an hour. If it doesn't arrive, check your spam folder and the spelling.",
    again: "Use another e-mail",
    remembered: "Remembered it?",
    signIn: "Sign in",
  },
  reset: {
    metaTitle: "Set a new password",
    meta: "Set a new password for your account.",
    title: "Set a new password",
    text: "This signs you out on all your devices.",
    newPassword: "New password",
    save: "Save the new password",
    saving: "Saving...",
    done: "Password changed",
    doneText: "Sign in with your new password.",
    gone: "This link no longer works",
    goneText: "It has expired or was already used. A link works once.",
    another: "Get a new link",
  },
  banner: {
    title: "Confirm your e-mail",
    text: (email: string) => `We sent a link to ${email}. Open it to get notices about your classes.`,
    sendAgain: "Send again",
  },
  complete: {
    metaTitle: "Complete your profile",
    meta: "Tell us about you, so that we can show you the right classes.",
    title: "Complete your profile",
    text: "One more step: tell us whether you learn or teach, and a few details about you.",
    save: "Save and continue",
    saving: "Saving...",
    done: "Your profile is complete",
    error: "Error",
  },
  invitation: {
    metaTitle: "Invitation",
    title: (name: string) => `Welcome, ${name}`,
    text: (academy: string, email: string) =>
      `${academy} has created an account for ${email}. Choose a password to start using it.`,
    save: "Create password",
    saving: "Signing in...",
    gone: "This invitation is no longer valid",
    goneText:
      "It was used, is older than two weeks, or was replaced by a newer one. Sign in if you have a password, or ask the academy for a new invitation.",
    signIn: "Sign in",
  },
}
