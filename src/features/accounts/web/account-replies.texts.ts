import type { Language } from "#ui/language.ts"

const en = {
  success: "Success",
  loggedIn: "Successfully logged in!",
  loggedOut: "Successfully logged out!",
  welcomeBack: "Welcome back! Successfully logged in!",
  accessEnded:
    "Your e-mail is confirmed. Because this isn't the browser you signed up in, your old password no longer works and other devices are signed out. To set a new password, choose 'Forgot Password?'.",
  codeSent: "OTP Sent!",
  codeSentText: "Check your email for the verification code.",
  accountCreated: "Account created successfully! You are now logged in.",
  instructorCreated: "Account Created!",
  instructorCreatedText: "You are now logged in.",
  confirmFirst: "Please check your email to verify your account before signing in.",
  confirmLater:
    "Too many people signed up today, so we couldn't mail you the link that confirms your e-mail. Sign in tomorrow and we'll send it.",
  joined: (name: string) => `Welcome, ${name}!`,
}

const hi: typeof en = {
  success: "हो गया",
  loggedIn: "आप साइन इन हो गए हैं।",
  loggedOut: "आप साइन आउट हो गए हैं।",
  welcomeBack: "फिर से स्वागत है! आप साइन इन हो गए हैं।",
  accessEnded:
    "आपके ई-मेल की पुष्टि हो गई। यह वह ब्राउज़र नहीं है जिसमें खाता बना था, इसलिए पुराना पासवर्ड अब काम नहीं करेगा और बाक़ी डिवाइस साइन आउट हो गए हैं। नया पासवर्ड बनाने के लिए 'पासवर्ड भूल गए?' चुनें।",
  codeSent: "कोड भेज दिया गया है",
  codeSentText: "कोड के लिए अपना ई-मेल देखें।",
  accountCreated: "आपका खाता बन गया! आप साइन इन हो गए हैं।",
  instructorCreated: "खाता बन गया!",
  instructorCreatedText: "आप साइन इन हो गए हैं।",
  confirmFirst: "साइन इन करने से पहले अपना ई-मेल खोलकर खाते की पुष्टि करें।",
  confirmLater:
    "आज बहुत ज़्यादा लोगों ने साइन अप किया, इसलिए ई-मेल की पुष्टि का लिंक हम आपको नहीं भेज पाए। कल साइन इन करें, तब लिंक भेज देंगे।",
  joined: (name) => `स्वागत है, ${name}!`,
}

/** What the sign-in and sign-up forms reply: only the server says it, so browsers don't load it. */
export const repliesTexts: Record<Language, typeof en> = { en, hi }
