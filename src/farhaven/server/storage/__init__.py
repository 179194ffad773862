"""The database: models, migrations, the one way in, backups."""
