import type { Toast } from "#ui/api.ts"
import type { Language } from "#ui/language.ts"
import { ordinal } from "../../rules.ts"

const tryAgain = (failure: string): Toast => ({
  tone: "error",
  title: "Error",
  description: `${failure}. Please try again.`,
})

const en = {
  error: "Error",
  failed: tryAgain,
  failures: {
    enrol: "Failed to enroll in class",
    request: "Failed to send the request",
    joinWaitlist: "Failed to join the waitlist",
    leaveWaitlist: "Failed to leave the waitlist",
    withdraw: "Failed to withdraw the request",
    leave: "Failed to leave class",
    delete: "Failed to delete class",
    restore: "Failed to restore the class",
    start: "Failed to start live class",
    schedule: "Failed to schedule class",
    save: "Failed to save class",
    chooseTime: "Failed to choose this time",
    answer: "Failed to update demo request",
  },
  scheduled: "Class scheduled successfully!",
  scheduledWithMeet: "Class scheduled successfully with Google Meet link!",
  scheduledSeries: "Every class of the series is in your timetable.",
  created: "Class created successfully",
  createdWithMeet: "It has a Google Meet link.",
  updated: "Class updated successfully!",
  notLoaded: "Failed to load class data",
  deleted: "Class deleted successfully",
  deletedText: "You can restore it from the bin for 30 days.",
  restored: "Class restored",
  restoredText: "Its seats, waitlist and requests are back too.",
  restoredTooLate: "Its time has passed, so it's listed as cancelled.",
  cancelled: "Class cancelled",
  cancelledText: "Everyone with a seat sees the reason.",
  takenBack: "Class taken back",
  teachesAgain: (teacher: string) => `${teacher} teaches it again.`,
  substituted: "Substitute named",
  teachesNow: (teacher: string) => `${teacher} teaches this class.`,
  notMoved: "Class not moved",
  moved: "Class moved",
  movedTo: (title: string, day: string, from: string, to: string, inSeries: boolean) =>
    `${title}: ${day}, ${from} to ${to}.${inSeries ? " Only this class of its series moved." : ""}`,
  enrolled: "Success",
  enrolledText: "Successfully enrolled in the class!",
  ofProgram: "This class belongs to a program",
  ofProgramText: "Enroll in the program, and you get a seat in its classes.",
  membershipEnds: "Your membership ends before this class",
  membershipEndsText: (date: string) =>
    `It ends on ${date}. Once it's renewed, you get seats in the classes of the new term.`,
  confirmed: "Your seat is confirmed",
  requested: "Request Sent",
  requestedText: (place: number | null, callBy: string | null) => {
    const line = place === null ? "" : `. You're ${ordinal(place)} on the waitlist`
    const call = callBy === null ? "" : `. We'll call you by ${callBy}`
    return `Your demo class request has been sent to the instructor for approval${line}${call}`
  },
  waiting: "You joined the waitlist",
  waitingText: (place: number) =>
    `You're ${ordinal(place)}. When it's your turn and a seat is free, it's yours.`,
  leftWaitlist: "You left the waitlist",
  withdrawn: "Request withdrawn",
  seatCame: "You have a seat",
  seatCameText: "A seat became free before you left, and it's yours. You can leave it here.",
  left: "You left the class",
  leftText: "Your seat goes to the first person on the waitlist. If nobody is waiting, it's free for others.",
  called: "Call noted",
  approved: "Request approved",
  rejected: "Request rejected",
  unknown: "Class not found",
  unknownText: "It may have been deleted. These are the classes you can join.",
  notVerified: "Failed to verify enrollment. Please try again in a moment.",
}

const hi: typeof en = {
  error: "गड़बड़ हो गई",
  failed: (failure) => ({
    tone: "error",
    title: "गड़बड़ हो गई",
    description: `${failure}। कृपया फिर कोशिश करें।`,
  }),
  failures: {
    enrol: "क्लास में नामांकन नहीं हो पाया",
    request: "अनुरोध नहीं भेजा जा सका",
    joinWaitlist: "वेटलिस्ट में नहीं जुड़ पाए",
    leaveWaitlist: "वेटलिस्ट नहीं छोड़ी जा सकी",
    withdraw: "अनुरोध वापस नहीं लिया जा सका",
    leave: "क्लास नहीं छोड़ी जा सकी",
    delete: "क्लास नहीं हटाई जा सकी",
    restore: "क्लास वापस नहीं लाई जा सकी",
    start: "लाइव क्लास शुरू नहीं हो पाई",
    schedule: "क्लास नहीं रखी जा सकी",
    save: "क्लास सेव नहीं हो पाई",
    chooseTime: "यह समय नहीं चुना जा सका",
    answer: "डेमो अनुरोध का जवाब नहीं दिया जा सका",
  },
  scheduled: "क्लास रख दी गई!",
  scheduledWithMeet: "क्लास Google Meet लिंक के साथ रख दी गई!",
  scheduledSeries: "शृंखला की हर क्लास आपके टाइमटेबल में है।",
  created: "क्लास बन गई",
  createdWithMeet: "इसका Google Meet लिंक भी बन गया है।",
  updated: "क्लास में बदलाव हो गया!",
  notLoaded: "क्लास की जानकारी नहीं खुल पाई",
  deleted: "क्लास हटा दी गई",
  deletedText: "आप इसे 30 दिन तक ट्रैश से वापस ला सकते हैं।",
  restored: "क्लास वापस आ गई",
  restoredText: "इसकी सीटें, वेटलिस्ट और अनुरोध भी वापस आ गए हैं।",
  restoredTooLate: "इसका समय बीत चुका है, इसलिए यह रद्द दिखेगी।",
  cancelled: "क्लास रद्द हो गई",
  cancelledText: "जिनकी सीट है, उन सबको कारण दिखेगा।",
  takenBack: "क्लास वापस ले ली गई",
  teachesAgain: (teacher) => `इसे फिर ${teacher} पढ़ाएँगे।`,
  substituted: "दूसरे टीचर तय हो गए",
  teachesNow: (teacher) => `यह क्लास ${teacher} पढ़ाएँगे।`,
  notMoved: "क्लास का समय नहीं बदला",
  moved: "क्लास का समय बदल गया",
  movedTo: (title, day, from, to, inSeries) =>
    `${title}: ${day}, ${from} से ${to} तक।${inSeries ? " शृंखला की सिर्फ़ यही क्लास बदली है।" : ""}`,
  enrolled: "हो गया",
  enrolledText: "क्लास में आपका नामांकन हो गया!",
  ofProgram: "यह क्लास एक प्रोग्राम का हिस्सा है",
  ofProgramText: "प्रोग्राम में नामांकन करें, और उसकी क्लासों में आपको सीट मिल जाएगी।",
  membershipEnds: "आपकी सदस्यता इस क्लास से पहले ख़त्म होती है",
  membershipEndsText: (date) => `वह ${date} तक है। बढ़ाने पर नई अवधि की क्लासों में सीटें मिल जाती हैं।`,
  confirmed: "आपकी सीट पक्की है",
  requested: "अनुरोध भेज दिया गया",
  requestedText: (place, callBy) => {
    const line = place === null ? "" : ` वेटलिस्ट में आपका नंबर ${place} है।`
    const call = callBy === null ? "" : ` हम आपको ${callBy} तक फ़ोन करेंगे।`
    return `आपका डेमो क्लास का अनुरोध मंज़ूरी के लिए टीचर को भेज दिया गया है।${line}${call}`
  },
  waiting: "आप वेटलिस्ट में हैं",
  waitingText: (place) => `आपका नंबर ${place} है। आपकी बारी आने पर ख़ाली सीट आपको मिल जाएगी।`,
  leftWaitlist: "आपने वेटलिस्ट छोड़ दी",
  withdrawn: "अनुरोध वापस ले लिया गया",
  seatCame: "आपको सीट मिल गई है",
  seatCameText: "आपके छोड़ने से पहले ही एक सीट ख़ाली हुई और आपको मिल गई। आप उसे यहाँ छोड़ सकते हैं।",
  left: "आपने क्लास छोड़ दी",
  leftText: "आपकी सीट वेटलिस्ट में सबसे आगे वाले स्टूडेंट को मिलेगी। वेटलिस्ट ख़ाली हो, तो सीट सबके लिए खुल जाएगी।",
  called: "फ़ोन दर्ज हो गया",
  approved: "अनुरोध मंज़ूर हो गया",
  rejected: "अनुरोध नामंज़ूर हो गया",
  unknown: "यह क्लास नहीं मिली",
  unknownText: "शायद इसे हटा दिया गया है। आप इन क्लास में जुड़ सकते हैं।",
  notVerified: "आपके नामांकन की जाँच नहीं हो पाई। कृपया थोड़ी देर बाद फिर कोशिश करें।",
}

export type ActText = typeof en

/** What actions and loaders about classes say. Browsers get the finished texts and never load these. */
export const actTexts: Record<Language, ActText> = { en, hi }
