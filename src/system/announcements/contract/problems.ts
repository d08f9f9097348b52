export const announcementProblems = {
  'announcement.not-found': 404,
  'announcement.no-people': 422,
  'announcement.ends-before-it-begins': 422,
  'announcement.released': 409,
  'announcement.not-released': 409,
  'announcement.over': 422,
} as const;
