export const SERVICES = ["Academics", "Sports", "Music", "Fitness", "Art & Culture", "Martial Arts"] as const
export const LEVELS = ["Beginner", "Intermediate", "Advanced"] as const
export const PROGRAM_CURRICULA = ["CBSE", "ICSE", "JEE", "NEET", "General"] as const
/** How a program is taught: live online, as video lessons, or in person. */
export const DELIVERIES = ["online", "recorded", "on_premises"] as const
