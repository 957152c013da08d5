/** The `intent` that buttons post to restore a deleted class. */
export const RESTORE_CLASS = "restore-class"
