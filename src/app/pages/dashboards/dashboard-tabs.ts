import type { Language } from "#ui/language.ts"

const en = {
  student: { classes: "My Classes", programs: "My Programs", recordings: "Recordings" },
  teacher: {
    overview: "Overview",
    classes: "Live Classes",
    recordings: "Recordings",
    analytics: "Analytics",
  },
}

const hi: typeof en = {
  student: { classes: "मेरी क्लास", programs: "मेरे प्रोग्राम", recordings: "रिकॉर्डिंग" },
  teacher: {
    overview: "एक नज़र में",
    classes: "लाइव क्लास",
    recordings: "रिकॉर्डिंग",
    analytics: "आँकड़े",
  },
}

const labels: Record<Language, typeof en> = { en, hi }

/**
 * The views of a dashboard, by the `tab` of its address, named in a language. The navigation of the role's frame leads
 * to each.
 */
export function dashboardTabs<Of extends keyof typeof en>(of: Of, language: Language) {
  return Object.entries(labels[language][of]).map(([value, label]) => ({ value, label }))
}
