/** The texts of the bell in English. */
export const bellText = {
  title: "Notifications",
  /** `unread` is the number for the badge. */
  bell: (unread: string) => `Notifications, ${unread} unread`,
  markAll: "Mark all as read",
  seeAll: "See all",
  settings: "Settings",
  unread: "Unread: ",
  loading: "Loading…",
  failed: "Notifications can't be loaded right now. Trying again automatically.",
  none: "No notifications yet",
  noneText: "Seats, changes and reminders of your classes appear here.",
}
