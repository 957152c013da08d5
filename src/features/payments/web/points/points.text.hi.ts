import type { PointsText } from "./points.text.ts"

/** The texts of a family's points and credit, in Hindi. */
export const pointsTextHi: PointsText = {
  title: "पॉइंट और जमा राशि",
  back: "आपके ऑर्डर",
  invite: "दोस्त को बुलाएँ",
  description: "भुगतान के समय 1 पॉइंट से ₹1 कम होता है। जमा राशि आपका पैसा है, जो अकादमी के पास रखा है।",
  points: (count) => `${count.toLocaleString("en-IN")} पॉइंट`,
  credit: (amount) => `${amount} जमा`,
  you: "आप",
  history: "क्या हुआ",
  none: "अभी कोई पॉइंट नहीं",
  noneText:
    "पॉइंट तब मिलते हैं जब कोई दोस्त आपके लिंक से जुड़ता है, और जब आप सदस्यता उसके शुरू होने वाले महीने की 1 तारीख़ से पहले बढ़ाते हैं।",
  end: "इसके आगे कुछ नहीं है।",
  order: (number) => `ऑर्डर ${number}`,
  kinds: {
    hold: "ऑर्डर में लगे",
    release: "ऑर्डर का भुगतान नहीं हुआ, इसलिए वापस",
    sale: "देर से हुए भुगतान वाले ऑर्डर में लगे",
    "points-back": "ऑर्डर का पैसा वापस हुआ, इसलिए वापस",
    returned: "वापस हुआ पैसा, अकादमी में जमा",
    unreturned: "जमा राशि फिर वापसी में बदली गई",
    referral: "कोई आपके लिंक से जुड़ा",
    "early-points": "सदस्यता महीने की 1 तारीख़ से पहले बढ़ाई",
  },
  welcome: "आप किसी के लिंक से जुड़े",
  other: "अकादमी ने बदला",
}
