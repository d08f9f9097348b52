// What lists of files are made of; apart from the door of the frame, which must stay small.
export { downloadFile } from '../download-file.ts';
export { sizeText } from '../size-text.ts';
