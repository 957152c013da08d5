import type { PickupText } from "./pickup.text.ts"

/** The texts of pick-up and drop and of a business's bill, in Hindi. */
export const pickupTextHi: PickupText = {
  title: "घर से लाना और पहुँचाना",
  note: (age) => `घर से क्लास और क्लास से घर, ${age} साल से छोटे बच्चों के लिए।`,
  none: "पिक-अप नहीं चाहिए",
  plan: (days) => `हफ़्ते में ${days} दिन`,
  everyMonth: (amount) => `${amount} हर महीने`,
  days: (count) => (count === 1 ? "किस दिन?" : `किन ${count} दिनों में?`),
  address: "पिक-अप का पता",
  addressHint: "इसे सिर्फ़ अकादमी का स्टाफ़ देखता है।",
  whyNot: {
    PICKUP_AGE_UNKNOWN: (name, age) =>
      `पिक-अप ${age} साल से छोटे बच्चों के लिए है, और ${name} की जन्मतिथि यहाँ दर्ज नहीं है। ऑफ़िस से जुड़वाएँ।`,
    PICKUP_BORN_LATER: (name) =>
      `${name} की जन्मतिथि आगे की लिखी है, इसलिए पिक-अप नहीं मिल सकता। ऑफ़िस से ठीक करवाएँ।`,
    PICKUP_TOO_OLD: (name, age) =>
      `नई अवधि शुरू होने पर ${name} की उम्र ${age} साल या ज़्यादा होगी, इसलिए पिक-अप मौजूदा अवधि तक ही है।`,
  },
  chosen: (days) => `पिक-अप: ${days}`,
  chosenAt: (days, address) => `पिक-अप: ${days}, ${address}`,
  business: "बिज़नेस के नाम पर बिल",
  businessHint: "बिज़नेस GST में पंजीकृत हो तो उसका GSTIN बिल पर लिखा जाता है, और इससे टैक्स का प्रकार बदल सकता है।",
  gstin: "GSTIN",
  businessName: "बिज़नेस का नाम",
  businessAddress: "बिज़नेस का पता",
  businessAddressHint: "GSTIN वाले बिल पर पता लिखना ज़रूरी है।",
  billedTo: (gstin, name) => `बिल ${name ?? "बिज़नेस"} के नाम पर, GSTIN ${gstin}`,
}
