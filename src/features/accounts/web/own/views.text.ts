import type { StaffView, ViewKind } from "#contract/accounts/views.ts"
import type { Language } from "#ui/language.ts"

type ViewsText = {
  title: string
  description: string
  none: string
  more: string
  first: string
  kinds: Record<ViewKind, string>
  roles: Record<NonNullable<StaffView["viewer_role"]>, string>
}

/** The texts of the list of who looked at a student's data. */
export const viewsTexts: Record<Language, ViewsText> = {
  en: {
    title: "Who looked at this data",
    description: "Teachers and office staff, once a day for each kind of data. Kept for 13 months.",
    none: "Nobody has looked yet.",
    more: "Show earlier ones",
    first: "Show the latest",
    kinds: {
      profile: "Profile",
      contacts: "Contact details",
      attendance: "Attendance",
      messages: "Messages to parents",
      snapshots: "Snapshots",
      medical: "Medical proofs",
      purchases: "Orders and payments",
      recording: "Recording of a class",
      export: "Downloaded in a list",
    },
    roles: { instructor: "Teacher", office: "Office", admin: "Office" },
  },
  hi: {
    title: "यह जानकारी किसने देखी",
    description:
      "टीचर और ऑफ़िस के लोग। हर तरह की जानकारी के लिए दिन में एक बार लिखा जाता है और 13 महीने तक रखा जाता है।",
    none: "अभी तक किसी ने नहीं देखी।",
    more: "इससे पहले की देखें",
    first: "सबसे नई देखें",
    kinds: {
      profile: "प्रोफ़ाइल",
      contacts: "फ़ोन और ई-मेल",
      attendance: "हाज़िरी",
      messages: "माता-पिता को भेजे गए मैसेज",
      snapshots: "तस्वीरें",
      medical: "बीमारी के सबूत",
      purchases: "ऑर्डर और भुगतान",
      recording: "क्लास की रिकॉर्डिंग",
      export: "सूची में डाउनलोड की गई",
    },
    roles: { instructor: "टीचर", office: "ऑफ़िस", admin: "ऑफ़िस" },
  },
}
