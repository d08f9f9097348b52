/** With half-hour and quarter-hour offsets, changes of half an hour, at midnight, and a zone that once left out a day. */
export const TEST_ZONES = [
  'UTC',
  'Europe/Oslo',
  'America/New_York',
  'America/Santiago',
  'America/St_Johns',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Pacific/Apia',
];
