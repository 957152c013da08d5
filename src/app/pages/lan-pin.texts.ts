const en = {
  title: "Enter the PIN",
  metaTitle: "PIN",
  lead: "This trial runs on somebody's computer. Find the PIN in its terminal, below the QR code. If you scan the code, you don't need the PIN.",
  label: "PIN",
  hint: "10 digits",
  wrong: "This PIN is wrong. Check it on the computer and try again.",
  wait: (minutes: number) =>
    `Too many wrong PINs from this device. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
  go: "Continue",
}

const hi: typeof en = {
  title: "PIN भरें",
  metaTitle: "PIN",
  lead: "यह किसी के कंप्यूटर पर चल रहा ट्रायल है। PIN उस कंप्यूटर के टर्मिनल में QR कोड के नीचे लिखा है। QR कोड स्कैन करने पर PIN टाइप नहीं करना पड़ता।",
  label: "PIN",
  hint: "10 अंक",
  wrong: "यह PIN ग़लत है। कंप्यूटर पर देखकर फिर से भरें।",
  wait: (minutes) => `इस डिवाइस से कई बार ग़लत PIN भरा गया। ${minutes} मिनट बाद फिर कोशिश करें।`,
  go: "आगे बढ़ें",
}

/** The texts of the page that asks devices of the local network for the PIN. */
export const lanPinTexts = { en, hi }
