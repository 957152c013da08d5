import CalendarPlus from "lucide-react/icons/calendar-plus"
import CalendarRange from "lucide-react/icons/calendar-range"
import ClipboardCheck from "lucide-react/icons/clipboard-check"
import MessageSquareWarning from "lucide-react/icons/message-square-warning"
import MessagesSquare from "lucide-react/icons/messages-square"
import Radio from "lucide-react/icons/radio"

/** What an instructor does most. */
export const TEACHER_ACTIONS = [
  { to: "/schedule-class", label: "Schedule a class", icon: CalendarPlus },
  { to: "/teacher-dashboard?tab=classes", label: "Run live classes", icon: Radio },
  { to: "/teacher-timetable", label: "View your week", icon: CalendarRange },
  { to: "/one-on-one", label: "Offer one-on-one", icon: MessagesSquare },
  { to: "/attendance", label: "Attendance by month", icon: ClipboardCheck },
  { to: "/attendance/messages", label: "Messages to parents", icon: MessageSquareWarning },
] as const
