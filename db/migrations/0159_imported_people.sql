-- People of practices that are there: a file that names another one is wrong, where one of practices would make it.
alter type import_kind add value if not exists 'people';
