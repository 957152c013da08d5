/** The page that finishes what a visitor pressed before signing in. */
export const FINISH_PATH = "/finish"
