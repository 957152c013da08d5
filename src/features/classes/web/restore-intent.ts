/** What a button posts as its `intent` to bring a deleted class back. */
export const RESTORE_CLASS = "restore-class"
