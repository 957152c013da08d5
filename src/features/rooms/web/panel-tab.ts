/** What can stand beside the stage. */
export type PanelTab = "chat" | "people" | "polls" | "files" | "extra" | "sound"
