ALTER TABLE badges.badges ADD COLUMN desk TEXT;
