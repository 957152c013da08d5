export const SERVICES = ["Academics", "Sports", "Music", "Fitness", "Art & Culture", "Martial Arts"] as const
export const LEVELS = ["Beginner", "Intermediate", "Advanced"] as const
export const PROGRAM_CURRICULA = ["CBSE", "ICSE", "JEE", "NEET", "General"] as const
