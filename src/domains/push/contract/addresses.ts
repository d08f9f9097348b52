/** What is written to customers by hand. */
export const MANUAL_PUSH = '/messages/push';
/** Texts of messages, per channel and language. */
export const TEMPLATE_LIST = '/messages/templates';
/** What is sent together, and when. */
export const SCENE_LIST = '/messages/scenes';
/** Every message that went, or should go, to a phone or a mailbox. */
export const MESSAGE_LOG = '/messages/log';
/** The ways to people, and how they do. */
export const CHANNEL_PAGE = '/messages/channels';
