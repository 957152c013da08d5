import type { MailBody, MailLanguage } from "#platform/mail/port.ts"
import type { MailDraft } from "#platform/mail/post.ts"
import { newId } from "#shared/ids.ts"

/*
 * Mails to people about their own account, in their language. `academy` is its name. Each event has its own cause,
 * so that a second change of the password is mailed like the first.
 */

type Reader = { user_id: string; email: string; first_name: string; language: MailLanguage }
type Words = Record<MailLanguage, Omit<MailBody, "language">>

function draft(kind: string, reader: Reader, words: Words): MailDraft {
  return {
    kind,
    cause_id: newId(),
    subject_ids: [reader.user_id],
    recipient_name: reader.first_name,
    to: reader.email,
    body: { language: reader.language, ...words[reader.language] },
  }
}

/** Reports a changed password, so that the owner learns of a change they did not make. */
export function passwordChangedMail(academy: string, reader: Reader): MailDraft {
  return draft("password-changed", reader, {
    en: {
      subject: "Your password was changed",
      paragraphs: [
        `Hello ${reader.first_name}, the password of your ${academy} account has just been changed.`,
        "All your other devices were signed out. If this wasn't you, set a new password with 'Forgot Password' right away and call us.",
      ],
    },
    hi: {
      subject: "आपका पासवर्ड बदला गया",
      paragraphs: [
        `नमस्ते ${reader.first_name}, आपके ${academy} खाते का पासवर्ड अभी बदला गया है।`,
        "बाक़ी सभी डिवाइस साइन आउट कर दिए गए हैं। अगर यह आपने नहीं किया, तो 'पासवर्ड भूल गए?' से तुरंत नया पासवर्ड बनाएँ और हमें फ़ोन करें।",
      ],
    },
  })
}

/** Reports that staff switched two-step sign-in off for the account. */
export function twoStepResetMail(academy: string, reader: Reader, url: string): MailDraft {
  return draft("two-step-reset", reader, {
    en: {
      subject: "Your two-step sign-in was reset",
      paragraphs: [
        `Hello ${reader.first_name}, your academy has switched off two-step sign-in for your ${academy} account, and signed you out everywhere. Your authenticator app and recovery codes no longer work.`,
        "Sign in with your password and set it up again. If you didn't ask for this, call us right away.",
      ],
      button: { label: "Set up two-step sign-in", url },
    },
    hi: {
      subject: "आपका दो चरणों वाला साइन इन रीसेट किया गया",
      paragraphs: [
        `नमस्ते ${reader.first_name}, आपकी अकादमी ने आपके ${academy} खाते का दो चरणों वाला साइन इन बंद कर दिया है और आपको हर डिवाइस से साइन आउट कर दिया है। आपका ऐप और रिकवरी कोड अब काम नहीं करेंगे।`,
        "अपने पासवर्ड से साइन इन करें और इसे फिर से चालू करें। अगर यह आपने नहीं कहा था, तो हमें तुरंत फ़ोन करें।",
      ],
      button: { label: "दो चरणों वाला साइन इन चालू करें", url },
    },
  })
}

/** Carries the code that proves that a person reads the e-mail they want to change to. */
export function newEmailMail(reader: Reader, to: string, code: string, expires_at: Date): MailDraft {
  const mail = draft("email-change-code", reader, {
    en: {
      subject: `${code} confirms your new e-mail`,
      paragraphs: [
        `Hello ${reader.first_name}, enter this code on your account page to use this e-mail from now on.`,
        "It works for 10 minutes. If you didn't ask for it, ignore this e-mail. Nothing will change.",
      ],
      code,
    },
    hi: {
      subject: `${code} से नए ई-मेल की पुष्टि करें`,
      paragraphs: [
        `नमस्ते ${reader.first_name}, अब से यह ई-मेल इस्तेमाल करने के लिए यह कोड अपने खाते के पेज पर भरें।`,
        "यह 10 मिनट तक काम करेगा। अगर आपने नहीं माँगा, तो कुछ न करें: कुछ नहीं बदलेगा।",
      ],
      code,
    },
  })
  return { ...mail, to, send_before: expires_at, secret: true }
}

/** Sent to the old e-mail: another one has replaced it. */
export function emailChangedMail(academy: string, reader: Reader): MailDraft {
  return draft("email-changed", reader, {
    en: {
      subject: "Your e-mail was changed",
      paragraphs: [
        `Hello ${reader.first_name}, the e-mail of your ${academy} account was changed. You can no longer sign in with this one.`,
        "If this wasn't you, call us right away.",
      ],
    },
    hi: {
      subject: "आपका ई-मेल बदला गया",
      paragraphs: [
        `नमस्ते ${reader.first_name}, आपका ${academy} खाता अब दूसरा ई-मेल इस्तेमाल करता है। इस ई-मेल से अब साइन इन नहीं होगा।`,
        "अगर यह आपने नहीं किया, तो हमें तुरंत फ़ोन करें।",
      ],
    },
  })
}

/** Tells an instructor that they may teach. */
export function approvedMail(academy: string, reader: Reader, url: string): MailDraft {
  return draft("instructor-approved", reader, {
    en: {
      subject: `Welcome to ${academy}: you can teach now`,
      paragraphs: [
        `Hello ${reader.first_name}, your account has been approved.`,
        "You can now schedule your first class.",
      ],
      button: { label: "Open the teacher dashboard", url },
    },
    hi: {
      subject: `${academy} में आपका स्वागत है: अब आप पढ़ा सकते हैं`,
      paragraphs: [
        `नमस्ते ${reader.first_name}, हमने आपका खाता देखकर मंज़ूर कर दिया है।`,
        "अब आप अपनी पहली क्लास तय कर सकते हैं।",
      ],
      button: { label: "टीचर डैशबोर्ड खोलें", url },
    },
  })
}

/** Says when an account will be erased, and how to keep it. */
export function erasureMail(academy: string, reader: Reader, day: string, url: string): MailDraft {
  return draft("erasure-asked", reader, {
    en: {
      subject: "Your account will be deleted",
      paragraphs: [
        `Hello ${reader.first_name}, your ${academy} account is closed and will be deleted on ${day}.`,
        "If you change your mind, sign in before that day to keep it.",
      ],
      button: { label: "Keep my account", url },
    },
    hi: {
      subject: "आपका खाता मिटाया जाएगा",
      paragraphs: [
        `नमस्ते ${reader.first_name}, आपका ${academy} खाता बंद है और ${day} को मिटा दिया जाएगा।`,
        "अगर आप इसे रखना चाहें, तो उस दिन से पहले साइन इन करें।",
      ],
      button: { label: "मेरा खाता रखें", url },
    },
  })
}

/** Carries the code that confirms the deletion of an account without a password. */
export function erasureCodeMail(academy: string, reader: Reader, code: string, expires_at: Date): MailDraft {
  const mail = draft("erasure-code", reader, {
    en: {
      subject: `${code} deletes your account`,
      paragraphs: [
        `Hello ${reader.first_name}, enter this code to delete your ${academy} account.`,
        "It works for 10 minutes. If you didn't ask for it, ignore this e-mail and tell us.",
      ],
      code,
    },
    hi: {
      subject: `${code} से आपका खाता मिटेगा`,
      paragraphs: [
        `नमस्ते ${reader.first_name}, अपना ${academy} खाता मिटाने के लिए यह कोड भरें।`,
        "यह 10 मिनट तक काम करेगा। अगर आपने नहीं माँगा, तो कुछ न करें और हमें बताएँ।",
      ],
      code,
    },
  })
  return { ...mail, send_before: expires_at, secret: true }
}

/** Carries the code by which a person without a password confirms their identity again. */
export function proofCodeMail(academy: string, reader: Reader, code: string, expires_at: Date): MailDraft {
  const mail = draft("proof-code", reader, {
    en: {
      subject: `${code} confirms that it's you`,
      paragraphs: [
        `Hello ${reader.first_name}, enter this code at ${academy} to continue.`,
        "It works for 10 minutes. If you didn't ask for it, somebody else is signed in to your account. Sign out everywhere on your account page and call us.",
      ],
      code,
    },
    hi: {
      subject: `${code} से पुष्टि करें कि यह आप ही हैं`,
      paragraphs: [
        `नमस्ते ${reader.first_name}, जो काम आप कर रहे थे, उसे पूरा करने के लिए यह कोड ${academy} पर भरें।`,
        "यह 10 मिनट तक काम करेगा। अगर आपने नहीं माँगा, तो आपके खाते में कोई और साइन इन है: अपने खाते के पेज पर हर जगह से साइन आउट करें और हमें फ़ोन करें।",
      ],
      code,
    },
  })
  return { ...mail, send_before: expires_at, secret: true }
}

/** Carries the code by which somebody who was invited as a guardian proves that they read the e-mail. */
export function invitedCodeMail(academy: string, reader: Reader, code: string, expires_at: Date): MailDraft {
  const mail = draft("invited-code", reader, {
    en: {
      subject: `${code} is your ${academy} code`,
      paragraphs: [
        `Hello ${reader.first_name}, enter this code at ${academy} to accept the invitation.`,
        "It works for 10 minutes. If you didn't ask for it, ignore this e-mail.",
      ],
      code,
    },
    hi: {
      subject: `${code} आपका ${academy} कोड है`,
      paragraphs: [
        `नमस्ते ${reader.first_name}, न्योता स्वीकार करने के लिए यह कोड ${academy} पर भरें।`,
        "यह 10 मिनट तक काम करेगा। अगर आपने इसे नहीं माँगा, तो इस ई-मेल को नज़रअंदाज़ करें।",
      ],
      code,
    },
  })
  return { ...mail, send_before: expires_at, secret: true }
}
