export const loadTeaching = async () => (await import("./room-teaching.tsx")).TeachingRoom
