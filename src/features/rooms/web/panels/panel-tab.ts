/** The panels that can be shown beside the stage. */
export type PanelTab = "chat" | "people" | "polls" | "files" | "slides" | "register" | "recording" | "sound"
