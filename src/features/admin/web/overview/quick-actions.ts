import BookPlus from "lucide-react/icons/book-plus"
import CalendarPlus from "lucide-react/icons/calendar-plus"
import FileUp from "lucide-react/icons/file-up"
import Settings from "lucide-react/icons/settings"
import type { Language } from "#ui/language.ts"

const LABELS = {
  en: {
    course: "Create course",
    schedule: "Schedule live class",
    material: "Upload material",
    settings: "Platform settings",
  },
  hi: {
    course: "प्रोग्राम बनाएँ",
    schedule: "लाइव क्लास रखें",
    material: "सामग्री अपलोड करें",
    settings: "प्लैटफ़ॉर्म की सेटिंग",
  },
} satisfies Record<Language, object>

/** Returns the most frequent tasks of an admin. */
export function quickActions(language: Language) {
  const text = LABELS[language]
  return [
    { to: "/admin-dashboard/courses/new", label: text.course, icon: BookPlus },
    { to: "/schedule-class", label: text.schedule, icon: CalendarPlus },
    { to: "/admin-dashboard/courses?for=material", label: text.material, icon: FileUp },
    { to: "/admin/settings", label: text.settings, icon: Settings },
  ]
}
