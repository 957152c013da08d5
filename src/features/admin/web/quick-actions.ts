import BookPlus from "lucide-react/icons/book-plus"
import CalendarPlus from "lucide-react/icons/calendar-plus"
import FileUp from "lucide-react/icons/file-up"
import Settings from "lucide-react/icons/settings"

/** The most frequent tasks of an admin. */
export const QUICK_ACTIONS = [
  { to: "/admin-dashboard/courses/new", label: "Create course", icon: BookPlus },
  { to: "/schedule-class", label: "Schedule live class", icon: CalendarPlus },
  { to: "/admin-dashboard/courses?for=material", label: "Upload material", icon: FileUp },
  { to: "/admin/settings", label: "Platform settings", icon: Settings },
] as const
